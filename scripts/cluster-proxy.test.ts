import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenConnection } from '../apps/server/src/platform/kubernetes/connection.ts';
import { ClusterUnderTest, isReady } from '../packages/local-cluster/test/cluster-under-test.ts';
import { evaluate } from './cluster-proxy-rules.ts';
import { createClusterProxy } from './cluster-proxy-server.ts';

const APP = 'http://localhost:3000';
const rules = { port: 8181, allowedOrigins: [APP] };
const host = '127.0.0.1:8181';
const json = { 'content-type': 'application/json' };
const POD = '/api/v1/namespaces/gateways/pods/engine-1';
const decision = (method: string, path: string, headers: Record<string, string> = {}) =>
  evaluate(method, path, { host, ...headers }, rules).kind;

describe('cluster proxy rules: only the four calls of spec 001 section 7', () => {
  it.each([
    ['GET', POD, {}],
    ['GET', POD, { origin: APP }],
    ['GET', `${POD}/log?tailLines=1000&container=engine`, { origin: APP }],
    ['GET', `${POD}/log?follow=true&tailLines=100&container=engine`, { origin: APP }],
    ['DELETE', POD, { origin: APP, ...json }],
    ['GET', POD, { host: 'localhost:8181' }],
  ])('%s %s %j', (method, path, headers) => expect(decision(method, path, headers as never)).toBe('forward'));

  it.each([
    ['another site', 'GET', POD, { origin: 'https://evil.example' }],
    ['an opaque page', 'GET', POD, { origin: 'null' }],
    ['a rebound name', 'GET', POD, { host: 'evil.example:8181' }],
    ['another port', 'GET', POD, { host: '127.0.0.1:80' }],
    ['an image request from another site', 'GET', POD, { 'sec-fetch-site': 'cross-site' }],
    ['a socket', 'GET', POD, { origin: APP, upgrade: 'websocket' }],
    ['a deletion without origin', 'DELETE', POD, json],
    ['a deletion without JSON', 'DELETE', POD, { origin: APP }],
    ['a deletion as text', 'DELETE', POD, { origin: APP, 'content-type': 'text/plain' }],
    ['a deletion of a log', 'DELETE', `${POD}/log`, { origin: APP, ...json }],
    ['exec', 'GET', `${POD}/exec`, { origin: APP }],
    ['port-forward', 'GET', `${POD}/portforward`, { origin: APP }],
    ['a proxy', 'GET', `${POD}/proxy`, { origin: APP }],
    ['a list of all pods', 'GET', '/api/v1/pods', { origin: APP }],
    ['secrets', 'GET', '/api/v1/namespaces/gateways/secrets/token', { origin: APP }],
    ['a post', 'POST', POD, { origin: APP, ...json }],
    ['a dot segment', 'GET', '/api/v1/namespaces/gateways/pods/../secrets', { origin: APP }],
    ['an encoded slash', 'GET', '/api/v1/namespaces/gateways/pods/x%2f..%2fsecrets', { origin: APP }],
    ['a double slash', 'GET', '//api/v1/namespaces/gateways/pods/x', { origin: APP }],
    ['a deletion of all pods', 'DELETE', '/api/v1/namespaces/gateways/pods/', { origin: APP, ...json }],
    ['a name ending with a dot', 'GET', '/api/v1/namespaces/gateways/pods/x.', { origin: APP }],
    ['a rebound name starting with ours', 'GET', POD, { host: 'localhost.evil.example:8181' }],
    ['no host', 'GET', POD, { host: '' }],
    ['a subdomain of the app', 'GET', POD, { origin: 'http://localhost:3000.evil.example' }],
    ['the app over https', 'GET', POD, { origin: 'https://localhost:3000' }],
    ['metrics', 'GET', '/apis/metrics.k8s.io/v1beta1/nodes', { origin: APP }],
    ['a watch of all pods', 'GET', '/api/v1/namespaces/gateways/pods?watch=true', { origin: APP }],
    ['an eviction', 'POST', `${POD}/eviction`, { origin: APP, ...json }],
    ['a preflight without origin', 'OPTIONS', POD, {}],
  ])('refuses %s', (_, method, path, headers) => expect(decision(method, path, headers as never)).toBe('refuse'));

  it('answers the app’s preflight itself', () => expect(decision('OPTIONS', POD, { origin: APP })).toBe('preflight'));
});

describe('cluster proxy', () => {
  const cluster = new ClusterUnderTest();
  const audit: string[] = [];
  let proxy: Server;
  let url = '';
  beforeAll(async () => {
    await cluster.start();
    const ruled = { port: 0, allowedOrigins: [APP] };
    const connection = tokenConnection(cluster.cluster.url, () => cluster.cluster.token, 'default');
    proxy = createClusterProxy(connection, ruled, (line) => audit.push(line));
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    ruled.port = (proxy.address() as AddressInfo).port;
    url = `http://127.0.0.1:${ruled.port}/api/v1/namespaces/default/pods/talks`;
  });
  afterAll(async () => {
    proxy.close();
    proxy.closeAllConnections();
    await cluster.destroy();
  });

  it('reads a pod and its log, lets only the app delete it, and records the deletion', async () => {
    await cluster.createPod('talks', 'echo hello; sleep 60');
    await cluster.podWhen('talks', isReady);
    const read = await fetch(url, { headers: { origin: APP } });
    expect(read.headers.get('access-control-allow-origin')).toBe(APP);
    expect(await read.json()).toMatchObject({ spec: { containers: [{ name: 'main' }] } });
    expect(await (await fetch(`${url}/log?tailLines=1000&container=main`)).text()).toBe('hello\n');

    const foreign = await fetch(url, { method: 'DELETE', headers: { origin: 'https://evil.example', ...json } });
    expect([foreign.status, foreign.headers.get('access-control-allow-origin')]).toEqual([403, null]);
    expect(await cluster.pod('talks')).not.toBeNull();

    const body = JSON.stringify({ apiVersion: 'v1', kind: 'DeleteOptions', gracePeriodSeconds: 0 });
    const deleted = await fetch(url, { method: 'DELETE', headers: { origin: APP, ...json }, body });
    expect(deleted.status).toBe(200);
    await cluster.podWhen('talks', (pod) => pod === null);
    expect(audit).toHaveLength(1);
    expect(audit[0]).toContain('DELETE /api/v1/namespaces/default/pods/talks from http://localhost:3000');
  });

  it('passes on responses of the cluster, such as 404', async () => {
    const missing = await fetch(url.replace('talks', 'nobody'), { headers: { origin: APP } });
    expect(missing.status).toBe(404);
    expect(await missing.json()).toMatchObject({ kind: 'Status', message: expect.stringContaining('nobody') });
  });
});
