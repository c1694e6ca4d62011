// Package front is the one origin of a development instance: the built site, the API and the hub behind one port,
// with the headers that the load balancer of production sends (deployments/nginx).
package front
