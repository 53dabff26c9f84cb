/** Reads once for all who ask for the same at the same time. `key` says all that the answer depends on. */
export type SharedReads = <Value>(key: string, read: () => Promise<Value>) => Promise<Value>

interface Reading {
  current: Promise<unknown>
  /** What whoever asks meanwhile waits for. */
  next?: Promise<unknown>
}

/**
 * For lists that all devices of a person fetch in the same moment, when they are told of a change. While one is being read,
 * whoever asks waits for the next reading, so it is as fresh as a reading of their own.
 */
export function createSharedReads(): SharedReads {
  const readings = new Map<string, Reading>()

  function begin<Value>(key: string, read: () => Promise<Value>): Promise<Value> {
    const current = read()
    const reading: Reading = { current }
    readings.set(key, reading)
    const end = () => {
      if (!reading.next) readings.delete(key)
    }
    current.then(end, end)
    return current
  }

  return async function readShared<Value>(key: string, read: () => Promise<Value>): Promise<Value> {
    const underWay = readings.get(key)
    if (underWay === undefined) return begin(key, read)
    const next = () => begin(key, read)
    underWay.next ??= underWay.current.then(next, next)
    return underWay.next as Promise<Value>
  }
}
