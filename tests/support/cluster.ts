import { randomBytes } from 'node:crypto'
import webPush from 'web-push'
import { type Balancer, startBalancer } from './balancer.ts'
import { type NodeProcess, startBuiltNode } from './nodeProcess.ts'
import { databaseUrl, startTestEngine, startTestRedis, type TestRedis } from './services.ts'

/** Built nodes in separate processes behind nginx, with one engine and one Redis, all on 127.0.0.1. */
export interface Cluster {
  /** The address of the load balancer. */
  url: string
  nodes: NodeProcess[]
  redis: TestRedis
  balancer: Balancer
  stop(): Promise<void>
}

/** @param count as many nodes as `docs/cluster/nginx.conf` names. */
export async function startCluster(count: number, settings: Record<string, string> = {}): Promise<Cluster> {
  const [engine, redis] = await Promise.all([startTestEngine(), startTestRedis()])
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  const environment = {
    MONGODB_URL: await databaseUrl(engine.url, 'cluster'),
    REDIS_URL: redis.url,
    JWT_SECRET: randomBytes(48).toString('base64url'),
    VAPID_PUBLIC_KEY: publicKey,
    VAPID_PRIVATE_KEY: privateKey,
    TRUST_PROXY: '1',
    ...settings,
  }
  const nodes = await Promise.all(Array.from({ length: count }, () => startBuiltNode(environment)))
  const balancer = await startBalancer(nodes.map(({ url }) => url))
  return {
    url: balancer.url,
    nodes,
    redis,
    balancer,
    async stop() {
      await balancer.stop()
      await Promise.all(nodes.map(node => node.stop()))
      await redis.stop()
      await engine.stop()
    },
  }
}
