# Talks to a local cluster through kubeclient, the Ruby client: list, get, patch, watch, log, delete. Arguments: server URL, pod, namespace, node.
require 'json'
require 'kubeclient'

server, pod, namespace, node = ARGV
client = Kubeclient::Client.new("#{server}/api", 'v1')

listed = client.get_pods(namespace: namespace)
cordoned = client.patch_node(node, { spec: { unschedulable: true } }).spec.unschedulable
uncordoned = client.merge_patch_node(node, { spec: { unschedulable: nil } }).spec.unschedulable
label = client.json_patch_pod(pod, [{ op: 'add', path: '/metadata/labels', value: { seen: 'yes' } }], namespace).metadata.labels.seen
log = client.get_pod_log(pod, namespace, tail_lines: 1)
begin
  client.get_pod('nobody', namespace)
rescue Kubeclient::ResourceNotFoundError => e
  missing = { status: e.error_code, message: e.message }
end

# Watching from the list's version misses nothing: the deletion arrives as events.
client.delete_pod(pod, namespace, delete_options: { gracePeriodSeconds: 5 })
events = []
watcher = client.watch_pods(namespace: namespace, field_selector: "metadata.name=#{pod}", resource_version: listed.resourceVersion)
watcher.each do |notice|
  events << notice.type
  watcher.finish if notice.type == 'DELETED'
end

puts JSON.generate(
  names: listed.map { |one| one.metadata.name }, phase: listed.first.status.phase, cordoned: cordoned, uncordoned: uncordoned,
  label: label, log: log.to_s, missing: missing, lastEvent: events.last
)
