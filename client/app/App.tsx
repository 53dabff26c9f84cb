import { ErrorBoundary } from '#client/platform/browser/ErrorBoundary.tsx'
import { useLanguage } from '#client/platform/language/language.ts'
import { FailedScreen } from '#client/ui/FailedScreen.tsx'
import { Screens } from './routes.tsx'
import { Shell } from './Shell.tsx'

export function App() {
  // A change of language draws everything below anew.
  useLanguage()
  return (
    // Also where the shell itself can't be rendered the page is not blank.
    <ErrorBoundary renderFailure={FailedScreen}>
      <Shell>
        <Screens />
      </Shell>
    </ErrorBoundary>
  )
}
