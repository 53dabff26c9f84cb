type Method = (...args: never[]) => Promise<unknown>
type Parts<Name extends string> = { [Key in Name]: Method }

/**
 * Lets something happen between two steps of the server: just before its next call of a method. Resolves once it
 * has, so that a test which awaits it knows that the race was run.
 */
export function runBefore<Name extends string>(
  parts: Parts<Name>,
  name: Name,
  happening: () => Promise<unknown>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    once(parts, name, async call => {
      await happening().then(() => resolve(), reject)
      return call()
    })
  })
}

/** The same just after: the server hears the outcome of its call only then. */
export function justAfter<Name extends string>(
  parts: Parts<Name>,
  name: Name,
  happening: () => Promise<unknown>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    once(parts, name, async call => {
      const outcome = await call()
      await happening().then(() => resolve(), reject)
      return outcome
    })
  })
}

/** The server comes no further than to its next call of a method, as if it were killed there. */
export function killBefore<Name extends string>(parts: Parts<Name>, name: Name): void {
  once(parts, name, () => Promise.reject(new Error(`killed before ${name}`)))
}

/** Stands around the next call of a method. */
function once<Name extends string>(
  parts: Parts<Name>,
  name: Name,
  around: (call: () => Promise<unknown>) => Promise<unknown>,
): void {
  const method = parts[name]
  parts[name] = (...args) => {
    parts[name] = method
    return around(() => method(...args))
  }
}
