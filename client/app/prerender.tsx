import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { paths } from '#client/paths.ts'
import { App } from './App.tsx'
import { homeScreens } from './screens.tsx'

/** Renders the home screen of a Korean visitor during the build. The browser hydrates it (decision 0034). */
export async function prerenderHome(): Promise<string> {
  await homeScreens.visitor[paths.home].load()
  return renderToString(
    <StrictMode>
      <StaticRouter location={paths.home}>
        <App />
      </StaticRouter>
    </StrictMode>,
  )
}
