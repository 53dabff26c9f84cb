import { describe, expect, it } from 'vitest'
import { homeScreens, memberScreens, openScreens } from '#client/app/screens.tsx'
import { screenAddresses } from '#protocol/screens.ts'
import lookaround from '../../features/lookaround/Lookaround.tsx?raw'
import { parts } from './parts/parts.ts'
import { emptyAnswers, fullAnswers, signedInAs } from './screens/answers.ts'
import { screens } from './screens/screens.ts'

const files = import.meta.glob<Record<string, unknown>>(['../../ui/*.tsx', '!**/*.test.tsx'], {
  eager: true,
})

/** The components that `client/ui` exports, each with where it comes from. */
const components = Object.entries(files).flatMap(([path, exported]) =>
  Object.entries(exported)
    .filter(([name, value]) => typeof value === 'function' && /^[A-Z]/.test(name))
    .map(([name, component]) => ({ name, component, path: path.replace('../../', 'client/') })),
)

describe('the parts', () => {
  it('are all shown', () => {
    const shown = new Set(parts.map(({ component }) => component))
    const missing = components
      .filter(({ component }) => !shown.has(component))
      .map(
        ({ name, path }) => `${path} exports ${name}: add part(${name}, { … }) in client/dev/gallery/parts/`,
      )
    expect(components.length).toBeGreaterThan(25)
    expect(missing).toEqual([])
  })

  it('have each a name of its own, by which its windows find it', () => {
    const names = parts.map(({ name }) => name)
    expect(names).toEqual([...new Set(names)])
  })
})

describe('the screens', () => {
  it('are those of the routes', () => {
    const own = Object.keys({ ...homeScreens.visitor, ...openScreens, ...memberScreens })
    const inner = Array.from(lookaround.matchAll(/'(\/lookaround\/[^']+)':/g), ([, path = '']) => path)
    const addresses = [...own.filter(path => path !== '/lookaround/*'), ...inner, '*']
    const missing = addresses
      .filter(path => !(path in screens))
      .map(path => `a route shows ${path}: add it to client/dev/gallery/screens/screens.ts`)
    expect(addresses.length).toBeGreaterThan(15)
    expect(missing).toEqual([])
    for (const route of Object.keys(screens)) expect(addresses).toContain(route)
    const unknown = addresses
      .filter(path => path !== '*' && !(path in screenAddresses))
      .map(path => `the server answers ${path} with 404: add it to protocol/screens.ts`)
    expect(unknown).toEqual([])
    for (const address of Object.keys(screenAddresses)) expect(addresses).toContain(address)
  })

  it.each([signedInAs('administrator'), ...fullAnswers, ...emptyAnswers])(
    'are told by $call.path what the server may say',
    ({ call, reply }) => {
      expect(call.reply.safeParse(reply).error).toBeUndefined()
    },
  )
})
