import { once } from 'node:events'
import { startCluster } from '#tests/support/cluster.ts'

/** Runs the setup of docker-compose.cluster.yml without Docker, until Ctrl-C. */
const cluster = await startCluster(3)
console.log(`글마루가 노드 세 개로 열렸어요: ${cluster.url}`)
for (const { url, pid } of cluster.nodes) console.log(`  노드 ${url} (pid ${pid})`)
await Promise.race(['SIGINT', 'SIGTERM'].map(signal => once(process, signal)))
await cluster.stop()
