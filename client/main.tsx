import './ui/tokens.css'
import './ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { fetchScreen } from './app/screens.tsx'
import { startLive } from './live/live.ts'
import { whenIdle } from './platform/browser/idle.ts'
import { loadPatiently } from './platform/browser/lazyPart.ts'
import { callInTheNameOf } from './platform/calls/credentials.ts'
import { restoreLanguage } from './platform/language/language.ts'
import { restoreSession } from './session/session.actions.ts'
import { endSession, storedToken } from './session/session.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

callInTheNameOf({ token: storedToken, refused: endSession })
void restoreSession()
void restoreLanguage().then(() => {
  fetchScreen(location.pathname)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
  startLive()
  whenIdle(() => {
    // Without it the page still works.
    loadPatiently(() => import('./app/afterFirstPage.ts')).then(
      ({ beginAfterFirstPage }) => beginAfterFirstPage(),
      () => undefined,
    )
  })
})
