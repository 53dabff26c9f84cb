import { once } from 'node:events'
import { startCluster } from '#tests/support/cluster.ts'

/** What docker-compose.cluster.yml arranges, without Docker: to look at, and to break. Nothing of it outlives a Ctrl-C. */
const cluster = await startCluster(3)
console.log(`글마루가 노드 세 개로 열렸어요: ${cluster.url}`)
for (const { url, pid } of cluster.nodes) console.log(`  노드 ${url} (pid ${pid})`)
await Promise.race(['SIGINT', 'SIGTERM'].map(signal => once(process, signal)))
await cluster.stop()
