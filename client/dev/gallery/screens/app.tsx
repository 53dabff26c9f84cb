import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { Screens } from '#client/app/routes.tsx'
import { Shell } from '#client/app/Shell.tsx'
import { reportDisconnected } from '#client/live/connection.ts'
import { queryClient } from '#client/platform/calls/queryClient.ts'
import { restoreSession } from '#client/session/session.actions.ts'
import { screenAt } from './screens.ts'
import { sampleFetch } from './server.ts'

/** The app at a screen, on a server that answers as the screen's state wants it. Call it once a page. */
export async function appAt(route: string, state: string): Promise<ReactNode> {
  const screen = screenAt(route)
  const known = screen?.states.find(name => name === state)
  if (screen === undefined || known === undefined)
    return `There is no ${route} ${state}: see screens/screens.ts.`
  window.fetch = sampleFetch(window.fetch.bind(window), screen.as, known)
  // A failure is to be seen at once.
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } })
  if (known === 'offline') reportDisconnected()
  await restoreSession()
  return (
    <MemoryRouter initialEntries={[screen.address]}>
      <Shell>
        <Screens />
      </Shell>
    </MemoryRouter>
  )
}
