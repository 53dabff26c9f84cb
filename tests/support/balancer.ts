import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './services.ts'
import { spawnWithParentWatch } from './spawnWithParentWatch.ts'

/** The nginx of `docs/cluster/nginx.conf` before other nodes, at another port and with its files in a directory of its own. */
export interface Balancer {
  url: string
  stop(): Promise<void>
}

const SETTINGS = new URL('../../docs/cluster/nginx.conf', import.meta.url)
const KINDS = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/** @param nodes their addresses, three of them as in the settings. */
export async function startBalancer(nodes: readonly string[]): Promise<Balancer> {
  const directory = await mkdtemp(join(tmpdir(), 'geulmaru-nginx-'))
  const port = await freePort()
  await mkdir(join(directory, 'kept'))
  await writeFile(
    join(directory, 'nginx.conf'),
    settingsFor(await readFile(SETTINGS, 'utf8'), { nodes, port }),
  )
  const words = ['-p', directory, '-c', 'nginx.conf', '-e', 'stderr']
  // Without a master that would start another worker after each that is killed, and outlive us.
  const nginx = spawnWithParentWatch('$(PATH=$PATH:/usr/sbin command -v nginx)', [
    ...words,
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
  const named = [...settings.matchAll(/app\d:3000/g)].map(([name]) => name)
  if (named.length !== nodes.length) throw new Error(`The settings name ${named.length} nodes.`)
  const kept = KINDS.map(kind => `${kind}_temp_path kept/${kind};`).join(' ')
  const placed = named.reduce(
    (text, name, index) => text.replace(name, new URL(nodes[index] ?? '').host),
    settings,
  )
  return placed.replace('listen 8080', `listen 127.0.0.1:${port}`).replace('http {', `http { ${kept}`)
}

/** Resolves when somebody takes connections at a port. */
async function listens(port: number): Promise<void> {
  for (;;) {
    const line = connect(port, '127.0.0.1')
    const isThere = await once(line, 'connect').then(
      () => true,
      () => false,
    )
    line.destroy()
    if (isThere) return
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}
