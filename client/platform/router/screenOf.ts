/**
 * The screen whose path this is, in small or capital letters and with or without a slash at its end. A path that ends in
 * `/*` stands for all below it. No path of ours has anything else that varies: what is selected stands in the query.
 */
export function screenOf<Screen>(pathname: string, screens: Record<string, Screen>): Screen | undefined {
  const whole = pathname.toLowerCase()
  const path = whole.length > 1 && whole.endsWith('/') ? whole.slice(0, -1) : whole
  const found = Object.entries(screens).find(([known]) =>
    known.endsWith('/*') ? path.startsWith(known.slice(0, -1)) : path === known,
  )
  return found?.[1]
}
