import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

type Target = { port: number } | { path: string }

/** A line between a program and what it talks to, which can be cut, mended, and led elsewhere. */
export interface Line {
  port: number
  /** Breaks every connection and refuses new ones. */
  cut(): void
  /** Passes nothing on any more, neither words nor the end of a connection; new ones are taken and led nowhere. */
  fallSilent(): void
  /** Resolves when as many new connections have been asked for. */
  asked(times: number): Promise<void>
  /** For new connections; those that were cut or fell silent stay lost. */
  repair(): void
  /** Breaks every connection; new ones lead to another target. */
  leadTo(target: Target): void
  stop(): Promise<void>
}

export async function startLine(target: Target): Promise<Line> {
  const ends = new Set<Socket>()
  let isPartitioned = false
  let isSilent = false
  const server = createServer(near => {
    if (isPartitioned) return near.destroy()
    keep(near)
    if (isSilent) return void near.resume()
    const far = connect(target)
    keep(far)
    near.pipe(far).on('close', () => near.destroy())
    far.pipe(near).on('close', () => far.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  function keep(end: Socket): void {
    ends.add(end)
    end.on('error', () => undefined)
    end.on('close', () => ends.delete(end))
  }
  function breakAll(): void {
    for (const end of ends) end.destroy()
  }

  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isPartitioned = true
      breakAll()
    },
    fallSilent() {
      isSilent = true
      for (const end of ends) end.unpipe()
    },
    async asked(times) {
      for (let left = times; left > 0; left -= 1) await once(server, 'connection')
    },
    repair() {
      isPartitioned = false
      isSilent = false
    },
    leadTo(next) {
      target = next
      breakAll()
    },
    async stop() {
      const closed = once(server, 'close')
      server.close()
      breakAll()
      await closed
    },
  }
}

export const portOf = (url: string) => ({ port: Number(new URL(url).port) })
