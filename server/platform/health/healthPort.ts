import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listen } from '#server/platform/listen.ts'
import { answerHealth, type HealthParts } from './answers.ts'

/** A further port, for those alone that run the node; it answers until the very end of a stop. Throws StartError. */
export async function openHealthPort(parts: HealthParts, { port, host }: { port: number; host: string }) {
  const answer = answerHealth(parts)
  const http = createServer((request, response) => {
    answer(request, response, () => response.writeHead(404).end())
  })
  await listen(http, { port, host, name: 'METRICS_PORT' })
  return {
    port: (http.address() as AddressInfo).port,
    async close() {
      const closed = once(http, 'close')
      http.close()
      http.closeAllConnections()
      await closed
    },
  }
}
