import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

type Target = { port: number } | { path: string }

/** A TCP proxy between a program and its server, which can be cut, repaired and redirected. */
export interface TcpProxy {
  port: number
  /** Breaks every connection and refuses new ones. */
  cut(): void
  /** Forwards neither data nor the end of connections; accepts new connections without forwarding them. */
  fallSilent(): void
  /** Resolves after this number of new connections. */
  waitForConnections(times: number): Promise<void>
  /** Restores new connections; those that were cut or fell silent stay lost. */
  repair(): void
  /** Breaks every connection; new ones go to another target. */
  redirectTo(target: Target): void
  stop(): Promise<void>
}

export async function startTcpProxy(target: Target): Promise<TcpProxy> {
  const connections = new Set<Socket>()
  let isPartitioned = false
  let isSilent = false
  const server = createServer(near => {
    if (isPartitioned) return near.destroy()
    trackConnection(near)
    if (isSilent) return void near.resume()
    const far = connect(target)
    trackConnection(far)
    near.pipe(far).on('close', () => near.destroy())
    far.pipe(near).on('close', () => far.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  function trackConnection(end: Socket): void {
    connections.add(end)
    end.on('error', () => undefined)
    end.on('close', () => connections.delete(end))
  }
  function closeConnections(): void {
    for (const end of connections) end.destroy()
  }

  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isPartitioned = true
      closeConnections()
    },
    fallSilent() {
      isSilent = true
      for (const end of connections) end.unpipe()
    },
    async waitForConnections(times) {
      for (let left = times; left > 0; left -= 1) await once(server, 'connection')
    },
    repair() {
      isPartitioned = false
      isSilent = false
    },
    redirectTo(next) {
      target = next
      closeConnections()
    },
    async stop() {
      const closed = once(server, 'close')
      server.close()
      closeConnections()
      await closed
    },
  }
}

export const portOf = (url: string) => ({ port: Number(new URL(url).port) })
