import { useLanguage } from '#client/platform/language/language.ts'
import { Screens } from './routes.tsx'
import { Shell } from './Shell.tsx'

export function App() {
  // A change of language draws everything below anew.
  useLanguage()
  return (
    <Shell>
      <Screens />
    </Shell>
  )
}
