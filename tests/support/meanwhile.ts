type Method = (...args: never[]) => Promise<unknown>
type Parts<Name extends string> = { [Key in Name]: Method }

/**
 * Lets something happen between two steps of the server: just before its next call of a method. Resolves once it
 * has, so that a test which awaits it knows that the race was run.
 */
export function justBefore<Name extends string>(
  parts: Parts<Name>,
  name: Name,
  happening: () => Promise<unknown>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    once(parts, name, () => happening().then(() => resolve(), reject))
  })
}

/** The same just after: the server hears the outcome of its call only then. */
export function justAfter<Name extends string>(
  parts: Parts<Name>,
  name: Name,
  happening: () => Promise<unknown>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const method = parts[name]
    parts[name] = async (...args) => {
      parts[name] = method
      const outcome = await method(...args)
      await happening().then(() => resolve(), reject)
      return outcome
    }
  })
}

/** The server comes no further than to its next call of a method, as if it were killed there. */
export function killBefore<Name extends string>(parts: Parts<Name>, name: Name): void {
  once(parts, name, () => Promise.reject(new Error(`killed before ${name}`)))
}

function once<Name extends string>(parts: Parts<Name>, name: Name, first: () => Promise<void>): void {
  const method = parts[name]
  parts[name] = async (...args) => {
    parts[name] = method
    await first()
    return method(...args)
  }
}
