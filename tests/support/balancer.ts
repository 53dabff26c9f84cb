import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, spawnWithParentWatch } from './services.ts'

/**
 * The nginx of `docs/cluster/nginx.conf` in front of other nodes, on another port and with its files in its own
 * directory.
 */
export interface Balancer {
  url: string
  stop(): Promise<void>
}

const SETTINGS = new URL('../../docs/cluster/nginx.conf', import.meta.url)
const KINDS = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/** @param nodes the addresses of the nodes, as many as in the configuration. */
export async function startBalancer(nodes: readonly string[]): Promise<Balancer> {
  const directory = await mkdtemp(join(tmpdir(), 'geulmaru-nginx-'))
  const port = await freePort()
  await mkdir(join(directory, 'kept'))
  await writeFile(
    join(directory, 'nginx.conf'),
    settingsFor(await readFile(SETTINGS, 'utf8'), { nodes, port }),
  )
  const args = ['-p', directory, '-c', 'nginx.conf', '-e', 'stderr']
  // Without a master process, which would replace killed workers and outlive this process.
  const nginx = spawnWithParentWatch('$(PATH=$PATH:/usr/sbin command -v nginx)', [
    ...args,
    '-g',
    'daemon off; master_process off; pid kept/nginx.pid; error_log stderr crit;',
  ])
  const exited = once(nginx, 'exit')
  await Promise.race([
    listens(port),
    exited.then(([code]) => {
      throw new Error(`nginx ended with ${code}.`)
    }),
  ])
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      nginx.kill('SIGTERM')
      await exited
      await rm(directory, { recursive: true })
    },
  }
}

function settingsFor(settings: string, { nodes, port }: { nodes: readonly string[]; port: number }): string {
  const nodeNames = [...settings.matchAll(/app\d:3000/g)].map(([name]) => name)
  if (nodeNames.length !== nodes.length) throw new Error(`The settings name ${nodeNames.length} nodes.`)
  const tempPaths = KINDS.map(kind => `${kind}_temp_path kept/${kind};`).join(' ')
  const config = nodeNames.reduce(
    (text, name, index) => text.replace(name, new URL(nodes[index] ?? '').host),
    settings,
  )
  return config.replace('listen 8080', `listen 127.0.0.1:${port}`).replace('http {', `http { ${tempPaths}`)
}

/** Resolves when the port accepts connections. */
async function listens(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isListening = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isListening) return
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}
