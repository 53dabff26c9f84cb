import { useAtomValue } from 'jotai'
import { Link, useLocation } from 'react-router-dom'
import { t } from '#client/platform/language.ts'
import { authAtom } from '#client/platform/session.ts'
import { Column } from '#client/ui/Column.tsx'
import { paths } from './paths.ts'
import './PasswordBanner.css'

/** On every screen, until a temporary password has been replaced. */
export function PasswordBanner() {
  const { mustChangePassword } = useAtomValue(authAtom)
  const { pathname } = useLocation()
  if (!mustChangePassword) return null
  return (
    <aside className="password-banner no-print" aria-label={t('accounts.temporaryPasswordLabel')}>
      <Column>
        <p className="password-banner__line">
          {t('accounts.temporaryPassword')}
          {pathname !== paths.myInfo && <Link to={paths.myInfo}>{t('accounts.changePassword')}</Link>}
        </p>
      </Column>
    </aside>
  )
}
