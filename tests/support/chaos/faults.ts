import { setTimeout as wait } from 'node:timers/promises'
import type { FragileCluster, FragileNode } from './fragileCluster.ts'
import type { Random } from './random.ts'

/** What befalls a cluster. Each lasts for as long as it is told, and is over, with all parts there again, when it resolves. */
type Trouble = (cluster: FragileCluster, random: Random, lastsMs: number) => Promise<void>

const held = async (process: { signal(name: NodeJS.Signals): void }, lastsMs: number) => {
  process.signal('SIGSTOP')
  await wait(lastsMs)
  process.signal('SIGCONT')
}
const anyNode = ({ nodes }: FragileCluster, random: Random) => random.oneOf(nodes)
/** One lives through all of it, so that it can be seen whether it loses memory or handles. */
const killableNode = ({ nodes }: FragileCluster, random: Random) => random.oneOf(nodes.slice(1))

async function brokenLine(line: FragileNode['toMongo'], isSilent: boolean, lastsMs: number): Promise<void> {
  if (isSilent) line.fallSilent()
  else line.cut()
  await wait(lastsMs)
  line.repair()
}

export const faults: Record<string, Trouble> = {
  async 'a node is killed'(cluster, random, lastsMs) {
    const node = killableNode(cluster, random)
    await node.process.kill()
    await wait(lastsMs)
    await node.restart()
  },
  async 'a node is restarted'(cluster, random) {
    const node = killableNode(cluster, random)
    await node.process.stop()
    await node.restart()
  },
  async 'a node is held'(cluster, random, lastsMs) {
    const { pid } = anyNode(cluster, random).process
    await held({ signal: name => process.kill(pid, name) }, lastsMs)
  },
  'the engine is killed': cluster => cluster.engine.killAndRestart(),
  'the engine is held': ({ engine }, _random, lastsMs) => held(engine, lastsMs),
  async 'Redis is killed'({ redis }, _random, lastsMs) {
    await redis.kill()
    await wait(lastsMs)
    await redis.restart()
  },
  async 'Redis is held'({ redis }, _random, lastsMs) {
    redis.pause()
    await wait(lastsMs)
    redis.resume()
  },
  'a node loses MongoDB': (cluster, random, lastsMs) =>
    brokenLine(anyNode(cluster, random).toMongo, random.below(2) === 0, lastsMs),
  'a node loses Redis': (cluster, random, lastsMs) =>
    brokenLine(anyNode(cluster, random).toRedis, random.below(2) === 0, lastsMs),
}
