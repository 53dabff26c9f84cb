/** An in-memory store for values that the browser cannot persist. While it has any, the browser asks before closing the page. */
export function createBeforeUnloadStore<Value>() {
  const values = new Map<string, Value>()
  // Each store has its own listener, since other stores may have values as well.
  const ask = (event: Event) => event.preventDefault()

  function updateListener() {
    if (values.size > 0) window.addEventListener('beforeunload', ask)
    else window.removeEventListener('beforeunload', ask)
  }

  return {
    get: (key: string) => values.get(key),
    entries: () => [...values],
    put(key: string, value: Value) {
      values.set(key, value)
      updateListener()
    },
    drop(key: string) {
      if (values.delete(key)) updateListener()
    },
  }
}
