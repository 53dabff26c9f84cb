import { ErrorBoundary } from '#client/platform/browser/ErrorBoundary.tsx'
import { useLanguage } from '#client/platform/language/language.ts'
import { FailedScreen } from '#client/ui/FailedScreen.tsx'
import { Screens } from './routes.tsx'
import { Shell } from './Shell.tsx'

export function App() {
  // Rerenders the whole app when the language changes.
  useLanguage()
  return (
    // If the shell itself fails to render, the page is not blank.
    <ErrorBoundary renderFailure={FailedScreen}>
      <Shell>
        <Screens />
      </Shell>
    </ErrorBoundary>
  )
}
