// Asks `jfrtool mcp` with the official client: client.mjs NODE_MODULES JFRTOOL RECORDING
import { pathToFileURL } from 'node:url';
const [, , modules, jfrtool, recording] = process.argv;
const sdk = (name) => import(pathToFileURL(`${modules}/@modelcontextprotocol/sdk/dist/esm/client/${name}.js`));
const { Client } = await sdk('index');
const { StdioClientTransport } = await sdk('stdio');
const client = new Client({ name: 'test', version: '1' });
await client.connect(new StdioClientTransport({ command: jfrtool, args: ['mcp', recording] }));
const said = {
  server: client.getServerVersion(),
  tools: (await client.listTools()).tools.map((tool) => tool.name).sort(),
  hot: await client.callTool({ name: 'hot_methods', arguments: { recording, top: 3 } }),
  wrong: await client.callTool({ name: 'sql', arguments: { recording, query: 'SELECT nothing FROM nowhere' } }),
  refused: await client.callTool({ name: 'rules', arguments: { recording: '/etc/passwd' } }),
  unknown: await client.callTool({ name: 'nothing' }).then(() => null, (error) => error.code),
};
await client.ping();
await client.close();
console.log(JSON.stringify(said));
