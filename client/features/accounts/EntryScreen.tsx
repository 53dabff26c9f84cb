import type { ReactNode } from 'react'
import { t } from '#client/platform/language/language.ts'
import { Card } from '#client/ui/Card.tsx'
import { Manuscript } from '#client/ui/Manuscript.tsx'
import './accounts.css'
import './entryScreen.css'

/** The card of a screen through which visitors enter. In a wide window the headline of the home is beside it. */
export function EntryScreen({ children }: { children: ReactNode }) {
  return (
    <div className="entry">
      <div className="entry__headline" aria-hidden="true">
        <Manuscript text={t('home.headline')} avatars={[]} />
      </div>
      <Card className="account">{children}</Card>
    </div>
  )
}
