import { useAtomValue } from 'jotai'
import { useLocation } from 'react-router'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { authAtom } from '#client/session/session.ts'
import { Column } from '#client/ui/Column.tsx'
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
