import { t } from '#client/platform/language/language.ts'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import type { Policy } from './PolicyText.tsx'
import { PolicyText, policyTitles } from './PolicyText.tsx'
import './accounts.css'

export function TermsScreen() {
  return <PolicyScreen policy="terms" />
}

export function PrivacyScreen() {
  return <PolicyScreen policy="privacy" />
}

function PolicyScreen({ policy }: { policy: Policy }) {
  return (
    <div className="policy-screen">
      <ScreenTitle title={t(policyTitles[policy])} />
      <PolicyText policy={policy} />
    </div>
  )
}
