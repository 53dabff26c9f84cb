import { useEffect, useState } from 'react'
import { emitVolatile, onEvent, onResync } from '#client/live/eventBus.ts'
import type { ServerEventPayload } from '#protocol/events.ts'
import { PRESENCE_EXPIRE_MS } from '#protocol/limits.ts'

const EXPIRY_CHECK_MS = 1_000

/** Reports that a visible tab shows the discussion, and returns who else looks at it. */
export function usePresence(hubNo: number): ReadonlySet<number> {
  return presentUserNos(usePresenceState(hubNo))
}

/** Reports that a visible tab shows a note of the hub, and returns who else has it open. */
export function useReaders(hubNo: number, noteNo: number): ReadonlySet<number> {
  return readersOf(usePresenceState(hubNo, noteNo), noteNo)
}

function usePresenceState(hubNo: number, noteNo?: number): Presence {
  const [present, setPresent] = useState(noPresence)

  useEffect(() => {
    const reportPresence = () => {
      if (document.visibilityState !== 'visible') return emitVolatile('presence:leave', { hubNo })
      emitVolatile('presence:enter', { hubNo, ...(noteNo !== undefined && { noteNo }) })
    }
    reportPresence()
    document.addEventListener('visibilitychange', reportPresence)
    const expiring = setInterval(
      () => setPresent(known => withoutExpired(known, Date.now())),
      EXPIRY_CHECK_MS,
    )
    const cleanups = [
      onResync(() => {
        setPresent(known => expireSoon(known, Date.now()))
        reportPresence()
      }),
      // The server ignores reports from before the user joined the hub.
      onEvent('hub:added', ({ hub }) => hub.hubNo === hubNo && reportPresence()),
      onEvent('node:gone', ({ nodeId }) => setPresent(known => withoutNode(known, nodeId))),
      onEvent('presence:changed', report => {
        if (report.hubNo === hubNo) setPresent(known => withPresence(known, report, Date.now()))
      }),
    ]
    return () => {
      document.removeEventListener('visibilitychange', reportPresence)
      clearInterval(expiring)
      for (const stop of cleanups) stop()
      emitVolatile('presence:leave', { hubNo })
    }
  }, [hubNo, noteNo])

  return present
}

/** After a resync each node repeats its report within this time. */
const RESYNC_GRACE_MS = 2_000

interface NodePresence extends Pick<ServerEventPayload<'presence:changed'>, 'userNos' | 'readers'> {
  receivedAt: number
}

/** The last report of each server node, which covers the users that are connected to it. */
export type Presence = ReadonlyMap<string, NodePresence>

export const noPresence: Presence = new Map()

export function withPresence(
  present: Presence,
  { nodeId, userNos, readers }: ServerEventPayload<'presence:changed'>,
  now: number,
): Presence {
  const next = new Map(withoutExpired(present, now))
  if (userNos.length > 0) next.set(nodeId, { userNos, readers, receivedAt: now })
  else next.delete(nodeId)
  return next
}

export function withoutNode(present: Presence, nodeId: string): Presence {
  return present.has(nodeId) ? new Map([...present].filter(([id]) => id !== nodeId)) : present
}

/** After a gap a node may have stopped unnoticed, so each must repeat its report soon. */
export function expireSoon(present: Presence, now: number): Presence {
  const expiresAt = now + RESYNC_GRACE_MS
  const shortened = (report: NodePresence) => ({
    ...report,
    receivedAt: Math.min(report.receivedAt, expiresAt - PRESENCE_EXPIRE_MS),
  })
  return new Map([...present].map(([nodeId, report]) => [nodeId, shortened(report)]))
}

/** A silent node is gone, and its users with it. */
export function withoutExpired(present: Presence, now: number): Presence {
  const alive = [...present].filter(([, { receivedAt }]) => now - receivedAt < PRESENCE_EXPIRE_MS)
  return alive.length === present.size ? present : new Map(alive)
}

export function presentUserNos(present: Presence): ReadonlySet<number> {
  return new Set([...present.values()].flatMap(({ userNos }) => userNos))
}

export function readersOf(present: Presence, noteNo: number): ReadonlySet<number> {
  const report = [...present.values()].flatMap(({ readers = [] }) => readers)
  return new Set(report.flatMap(reading => (reading.noteNo === noteNo ? reading.userNos : [])))
}
