/**
 * Every address that shows a screen. What is `public` shows the same to everybody: search engines may list it. Of all others
 * nothing is told but whose product it is.
 */
export const screenAddresses = {
  '/': 'public',
  '/home': 'public',
  '/agora': 'public',
  '/terms': 'public',
  '/privacy': 'public',
  '/lookaround/discussion': 'public',
  '/lookaround/note': 'public',
  '/lookaround/myinfo': 'own',
  '/lookaround/createnote': 'own',
  '/user/signup': 'own',
  '/user/signin': 'own',
  '/user/reqpwreset': 'own',
  '/user/confirm': 'own',
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
} as const satisfies Record<string, 'public' | 'own'>

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
