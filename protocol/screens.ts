/**
 * The paths of all screens. A `public` screen is the same for every visitor: the server renders it, and search engines may index it.
 * Pages of other screens only have the name of the product as metadata.
 */
export const screenAddresses = {
  '/': 'public',
  '/home': 'public',
  '/agora': 'public',
  '/terms': 'public',
  '/privacy': 'public',
  '/lookaround/discussion': 'public',
  '/lookaround/note': 'public',
  '/lookaround/myinfo': 'public',
  '/lookaround/createnote': 'own',
  '/user/signup': 'public',
  '/user/signin': 'public',
  '/user/reqpwreset': 'public',
  '/user/confirm': 'own',
  '/user/oidc': 'own',
  '/user/myinfo': 'own',
  '/topics': 'own',
  '/notelist': 'own',
  '/note': 'own',
  '/note/new': 'own',
  '/note/create': 'own',
  '/note/update': 'own',
  '/trash': 'own',
  '/import': 'own',
  '/invite': 'own',
  '/inbox': 'own',
  '/friends': 'own',
  '/discussion': 'own',
  '/administration': 'own',
  '/managenotice': 'own',
  '/administration/status': 'own',
} as const satisfies Record<string, 'public' | 'own'>

type Addresses = typeof screenAddresses
export type PublicAddress = {
  [Address in keyof Addresses]: Addresses[Address] extends 'public' ? Address : never
}[keyof Addresses]

/**
 * The screen of a path, ignoring case and a trailing slash. A path that ends in `/*` matches all paths below it. Paths have no
 * other parameters; selections are in the query.
 */
export function screenOf<Screen>(pathname: string, screens: Record<string, Screen>): Screen | undefined {
  const whole = pathname.toLowerCase()
  const path = whole.length > 1 && whole.endsWith('/') ? whole.slice(0, -1) : whole
  const found = Object.entries(screens).find(([known]) =>
    known.endsWith('/*') ? path.startsWith(known.slice(0, -1)) : path === known,
  )
  return found?.[1]
}
