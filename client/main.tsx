import './ui/tokens.css'
import './ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { followIntent } from './app/intent.ts'
import { fetchScreen } from './app/screens.tsx'
import { announceInvitations } from './features/hubs/hubs.invitations.ts'
import { startLive } from './live/live.ts'
import { loadFont } from './platform/browser/font.ts'
import { whenIdle } from './platform/browser/idle.ts'
import { followLostFocus } from './platform/browser/lostFocus.ts'
import { callInTheNameOf } from './platform/calls/credentials.ts'
import { completeCatalogue, restoreLanguage } from './platform/language/language.ts'
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
  followLostFocus()
  announceInvitations()
  followIntent()
  whenIdle(() => {
    // Without the font the system's face stays; the sentences are asked for again by the screen that needs them.
    loadFont().catch(() => undefined)
    completeCatalogue().catch(() => undefined)
  })
})
