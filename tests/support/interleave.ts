type Method = (...args: never[]) => Promise<unknown>
type Parts<Name extends string> = { [Key in Name]: Method }

/**
 * Runs an action before the next call of a method of the server. Resolves after it, so that a test which awaits it
 * knows that the race happened.
 */
export function runBefore<Name extends string>(
  parts: Parts<Name>,
  name: Name,
  action: () => Promise<unknown>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    once(parts, name, async call => {
      await action().then(() => resolve(), reject)
      return call()
    })
  })
}

/** Runs an action after the next call of a method; the server gets the result only then. */
export function runAfter<Name extends string>(
  parts: Parts<Name>,
  name: Name,
  action: () => Promise<unknown>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    once(parts, name, async call => {
      const outcome = await call()
      await action().then(() => resolve(), reject)
      return outcome
    })
  })
}

/** Rejects the next call of a method, as if the server had been killed there. */
export function killBefore<Name extends string>(parts: Parts<Name>, name: Name): void {
  once(parts, name, () => Promise.reject(new Error(`killed before ${name}`)))
}

/** Wraps the next call of a method. */
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
