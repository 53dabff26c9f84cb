/** Values that the browser does not keep: they are there as long as the page is, and whoever closes it is asked first. */
export function createHeldByPage<Value>() {
  const held = new Map<string, Value>()
  // One of its own: what others hold is asked about as well.
  const ask = (event: Event) => event.preventDefault()

  function askBeforeClosing() {
    if (held.size > 0) window.addEventListener('beforeunload', ask)
    else window.removeEventListener('beforeunload', ask)
  }

  return {
    get: (key: string) => held.get(key),
    entries: () => [...held],
    put(key: string, value: Value) {
      held.set(key, value)
      askBeforeClosing()
    },
    drop(key: string) {
      if (held.delete(key)) askBeforeClosing()
    },
  }
}
