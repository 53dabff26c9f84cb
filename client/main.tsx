import './ui/tokens.css'
import './ui/base.css'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { App } from './app/App.tsx'
import { loadPrerendered, shouldHydrate } from './app/prerendered.ts'
import { fetchScreen, visitorScreen } from './app/screens.tsx'
import { startLive } from './live/live.ts'
import { onBackOnline } from './platform/browser/backOnline.ts'
import { captureInstallOffer } from './platform/browser/installing.ts'
import { lazyModule } from './platform/browser/lazyModule.ts'
import { whenIdle } from './platform/browser/timers.ts'
import { setCredentials } from './platform/calls/credentials.ts'
import { restoreLanguage } from './platform/language/language.ts'
import { restoreSession } from './session/session.actions.ts'
import { endSession, storedToken } from './session/session.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

const afterFirstPage = lazyModule(async () => (await import('./app/afterFirstPage.ts')).startAfterFirstPage())

captureInstallOffer()
setCredentials({ token: storedToken, rejected: endSession })
void restoreSession()
void restoreLanguage().then(() => {
  const page = (
    <StrictMode>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </StrictMode>
  )
  // A transition renders in slices, so that the prerendered page can be scrolled and clicked meanwhile.
  if (shouldHydrate(root)) {
    loadPrerendered(visitorScreen(location.pathname))
    startTransition(() => void hydrateRoot(root, page))
  } else {
    void fetchScreen(location.pathname)
    startTransition(() => createRoot(root).render(page))
  }
  startLive()
  whenIdle(() => {
    delete document.body.dataset.prerendered
    // The page works without it as well.
    const start = () => void afterFirstPage.load().catch(() => undefined)
    start()
    onBackOnline(start)
  })
})
