// Hands requests on with a token, which the conformance suite cannot send by itself.
// usage: node with_token.mjs http://127.0.0.1:PORT TOKEN; tells its own address.
import http from "node:http";

const [target, token] = process.argv.slice(2);
const desk = new URL(target);
const agent = new http.Agent({ keepAlive: true });

const proxy = http.createServer((request, response) => {
  const own = `127.0.0.1:${proxy.address().port}`;
  const ours = (value) => value?.replace(`localhost:${proxy.address().port}`, desk.host).replace(own, desk.host);
  const headers = { ...request.headers, authorization: `Bearer ${token}`, host: ours(request.headers.host) };
  if (headers.origin) headers.origin = ours(headers.origin);
  const onward = http.request(
    { host: desk.hostname, port: desk.port, path: request.url, method: request.method, headers, agent },
    (reply) => {
      response.writeHead(reply.statusCode, reply.headers);
      response.flushHeaders();
      reply.pipe(response);
    },
  );
  onward.on("error", () => response.destroy());
  response.on("close", () => onward.destroy());
  request.pipe(onward);
});
proxy.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${proxy.address().port}`));
