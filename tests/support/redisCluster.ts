import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, launchRedis } from './services.ts'

export interface TestRedisCluster {
  /** Of all members, divided by commas. */
  url: string
  /** At all members. */
  countKeys(): number
  stop(): Promise<void>
}

/** Three Redis servers that are one cluster; each keeps in a directory of its own whom it knows, and nothing else. */
export async function startRedisCluster(): Promise<TestRedisCluster> {
  const directory = await mkdtemp(join(tmpdir(), 'geulmaru-redis-'))
  const ports = [await freePort(), await freePort(), await freePort()]
  const servers = await Promise.all(
    ports.map(async port =>
      launchRedis(port, {
        dir: directory,
        'cluster-enabled': 'yes',
        'cluster-config-file': `${port}.conf`,
        // By default 10,000 above its own, which may be above what there is.
        'cluster-port': String(await freePort()),
        'cluster-node-timeout': '2000',
      }),
    ),
  )
  const members = ports.map(port => `127.0.0.1:${port}`)
  execFileSync('redis-cli', ['--cluster', 'create', ...members, '--cluster-yes'], { timeout: 20_000 })
  return {
    url: members.map(member => `redis://${member}`).join(),
    countKeys: () =>
      ports.reduce((sum, port) => sum + Number(execFileSync('redis-cli', ['-p', `${port}`, 'dbsize'])), 0),
    async stop() {
      await Promise.all(servers.map(server => server.end('SIGKILL')))
      await rm(directory, { recursive: true, force: true })
    },
  }
}
