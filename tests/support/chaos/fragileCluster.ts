import { rm } from 'node:fs/promises'
import { startEmbeddedEngine } from '#server/platform/mongo/embedded.ts'
import { startBalancer } from '#tests/support/balancer.ts'
import { startMailServer } from '#tests/support/mailServer.ts'
import { type NodeProcess, startBuiltNode } from '#tests/support/nodeProcess.ts'
import { engineDirectory, freePort, startTestRedis } from '#tests/support/services.ts'
import { portOf, startTcpProxy, type TcpProxy } from '#tests/support/tcpProxy.ts'

/** A node with a fixed address and its own proxies, which can be cut. */
export interface FragileNode {
  process: NodeProcess
  toMongo: TcpProxy
  toRedis: TcpProxy
  /** Restarts the node at its address. */
  restart(): Promise<void>
}

/** Built nodes behind nginx with their own engine, Redis and mail server. Nodes, engine and Redis can be killed, paused and cut off. */
export async function startFragileCluster(count: number) {
  const dataDir = await engineDirectory('chaos')
  const startEngine = () =>
    startEmbeddedEngine({
      dataDir,
      log: { info: sentence => void process.stdout.write(`${sentence}\n`) },
      parameters: { notablescan: true },
    })
  let engine = await startEngine()
  const redis = await startTestRedis()
  const mails = await startMailServer()
  const socketOf = ({ url }: typeof engine) => ({ path: decodeURIComponent(new URL(url).host) })

  async function startFragileNode(): Promise<FragileNode> {
    const [toMongo, toRedis, port] = [
      await startTcpProxy(socketOf(engine)),
      await startTcpProxy(portOf(redis.url)),
      await freePort(),
    ]
    const environment = {
      PORT: String(port),
      MONGODB_URL: engine.url.replace(new URL(engine.url).host, `127.0.0.1:${toMongo.port}`),
      REDIS_URL: `redis://127.0.0.1:${toRedis.port}`,
      JWT_SECRET: 'a secret that all of the nodes know',
      RATE_LIMIT_SCALE: '1000000',
      TRUST_PROXY: '1',
      SMTP_URL: mails.url,
    }
    const node: FragileNode = {
      process: await startBuiltNode(environment),
      toMongo,
      toRedis,
      async restart() {
        node.process = await startBuiltNode(environment)
      },
    }
    return node
  }
  const nodes = await Promise.all(Array.from({ length: count }, startFragileNode))
  const balancer = await startBalancer(nodes.map(node => node.process.url))

  return {
    url: balancer.url,
    nodes,
    redis,
    mails,
    engine: {
      signal: (name: NodeJS.Signals) => process.kill(engine.pid, name),
      /** Like a power failure; it restarts on the same files. */
      async killAndRestart(): Promise<void> {
        process.kill(engine.pid, 'SIGKILL')
        await engine.died
        engine = await startEngine()
        for (const { toMongo } of nodes) toMongo.redirectTo(socketOf(engine))
      },
    },
    async stop(): Promise<void> {
      await balancer.stop()
      await Promise.all(nodes.map(node => node.process.stop()))
      await Promise.all(nodes.flatMap(({ toMongo, toRedis }) => [toMongo.stop(), toRedis.stop()]))
      await redis.stop()
      await mails.stop()
      await engine.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export type FragileCluster = Awaited<ReturnType<typeof startFragileCluster>>
