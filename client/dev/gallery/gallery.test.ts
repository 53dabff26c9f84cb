import { describe, expect, it } from 'vitest'
import { homeScreens, memberScreens, openScreens } from '#client/app/screens.tsx'
import { screenAddresses } from '#protocol/screens.ts'
import lookaround from '../../features/lookaround/Lookaround.tsx?raw'
import { parts } from './parts/parts.ts'
import { emptyReplies, fullReplies, sessionReply } from './screens/replies.ts'
import { screens } from './screens/screens.ts'

const files = import.meta.glob<Record<string, unknown>>(['../../ui/*.tsx', '!**/*.test.tsx'], {
  eager: true,
})

/** The exported components of `client/ui`, with their paths. */
const components = Object.entries(files).flatMap(([path, exported]) =>
  Object.entries(exported)
    .filter(([name, value]) => typeof value === 'function' && /^[A-Z]/.test(name))
    .map(([name, component]) => ({ name, component, path: path.replace('../../', 'client/') })),
)

describe('components', () => {
  it('are all in the gallery', () => {
    const shownComponents = new Set(parts.map(({ component }) => component))
    const missing = components
      .filter(({ component }) => !shownComponents.has(component))
      .map(
        ({ name, path }) => `${path} exports ${name}: add part(${name}, { … }) in client/dev/gallery/parts/`,
      )
    expect(components.length).toBeGreaterThan(25)
    expect(missing).toEqual([])
  })

  it('have unique names, because frames find them by name', () => {
    const names = parts.map(({ name }) => name)
    expect(names).toEqual([...new Set(names)])
  })
})

describe('screens', () => {
  it('cover every route', () => {
    const routes = Object.keys({ ...homeScreens.visitor, ...openScreens, ...memberScreens })
    const lookaroundRoutes = Array.from(
      lookaround.matchAll(/'(\/lookaround\/[^']+)':/g),
      ([, path = '']) => path,
    )
    const addresses = [...routes.filter(path => path !== '/lookaround/*'), ...lookaroundRoutes, '*']
    const missing = addresses
      .filter(path => !(path in screens))
      .map(path => `a route shows ${path}: add it to client/dev/gallery/screens/screens.ts`)
    expect(addresses.length).toBeGreaterThan(15)
    const unknown = addresses
      .filter(path => path !== '*' && !(path in screenAddresses))
      .map(path => `the server answers ${path} with 404: add it to protocol/screens.ts`)
    expect([...missing, ...unknown]).toEqual([])
    for (const address of Object.keys({ ...screens, ...screenAddresses }))
      expect(addresses).toContain(address)
  })

  it.each([sessionReply('administrator'), ...fullReplies, ...emptyReplies])(
    'get a valid reply from $call.path',
    ({ call, reply }) => {
      expect(call.reply.safeParse(reply).error).toBeUndefined()
    },
  )
})
