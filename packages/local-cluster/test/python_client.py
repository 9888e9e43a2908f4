"""Talks to a local cluster through the official Python client: list, get, patch, watch, log, review, delete. Arguments: server URL, pod, namespace."""
import json
import sys

from kubernetes import client, watch

server, pod, namespace = sys.argv[1:4]
configuration = client.Configuration()
configuration.host = server
core = client.CoreV1Api(client.ApiClient(configuration))

listed = core.list_namespaced_pod(namespace)
one = core.read_namespaced_pod(pod, namespace)
node = core.list_node().items[0]
log = core.read_namespaced_pod_log(pod, namespace, tail_lines=1)
try:
    core.read_namespaced_pod("nobody", namespace)
    missing = None
except client.ApiException as error:
    missing = {"status": error.status, "reason": json.loads(error.body)["reason"]}

name = node.metadata.name
cordoned = [core.patch_node(name, {"spec": {"unschedulable": wanted}}).spec.unschedulable for wanted in (True, None)]
labels = core.patch_namespaced_pod(pod, namespace, {"metadata": {"labels": {"seen": "yes"}}}).metadata.labels
version = client.VersionApi(core.api_client).get_code().git_version
asked = {"spec": {"resourceAttributes": {"verb": "list", "resource": "pods"}}}
may = client.AuthorizationV1Api(core.api_client).create_self_subject_access_review(asked).status.allowed

# Watching from the list's version misses nothing: the deletion arrives as events.
core.delete_namespaced_pod(pod, namespace, grace_period_seconds=5)
events = []
stream = watch.Watch()
for event in stream.stream(
    core.list_namespaced_pod,
    namespace,
    field_selector=f"metadata.name={pod}",
    resource_version=listed.metadata.resource_version,
    timeout_seconds=20,
):
    events.append(event["type"])
    if event["type"] == "DELETED":
        stream.stop()

print(
    json.dumps(
        {
            "names": [item.metadata.name for item in listed.items],
            "phase": one.status.phase,
            "ready": one.status.container_statuses[0].ready,
            "node": node.status.node_info.operating_system,
            "log": log,
            "missing": missing,
            "lastEvent": events[-1],
            "version": version,
            "cordoned": cordoned,
            "labels": labels,
            "may": may,
        }
    )
)
