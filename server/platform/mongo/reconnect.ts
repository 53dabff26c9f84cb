import type { Connection } from 'mongoose'

/**
 * Calls back when the database answers again after it was away, or after a request failed for want of it: a line that
 * breaks for a moment may fail requests without the driver ever taking the database for gone.
 */
export function watchReconnect(connection: Connection, onBack: () => void): { requestFailed(): void } {
  let wasAway = false
  let isAsking = false
  const note = () => {
    wasAway = true
  }
  connection.on('disconnected', note)
  connection.getClient().on('serverHeartbeatSucceeded', async () => {
    if (!wasAway || isAsking) return
    isAsking = true
    // What fails from here on counts anew.
    wasAway = false
    try {
      // Of several servers, the one that beats may not be the one that is written to.
      await connection.db?.command({ ping: 1 })
      onBack()
    } catch {
      wasAway = true
    }
    isAsking = false
  })
  return { requestFailed: note }
}
