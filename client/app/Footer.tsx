import { useAtomValue, useSetAtom } from 'jotai'
import { useLocation } from 'react-router'
import { paths } from '#client/paths.ts'
import { t, useLanguage } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { authStatusAtom } from '#client/session/session.ts'
import { Button } from '#client/ui/Button.tsx'
import { Column } from '#client/ui/Column.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import { allLanguages, type Language, languages } from '#protocol/text/languages.ts'
import { Logo } from './Header.tsx'
import './Footer.css'

export function Footer() {
  const { language, chooseLanguage } = useLanguage()
  const showToast = useSetAtom(showToastAtom)
  const isSigningUp = useLocation().pathname === paths.signUp
  // Members have the link in their menu.
  const isVisitor = useAtomValue(authStatusAtom) === 'signedOut'

  function changeLanguage(chosen: Language) {
    chooseLanguage(chosen).catch(() => showToast({ text: t('error.unreachable') }))
  }

  return (
    <footer className="footer">
      <Column>
        <div className="footer__line">
          <Logo />
          <p>{t('shell.footer')}</p>
          {isVisitor && <Link to={paths.agora}>{t('shell.opinions')}</Link>}
          {/* The sign-up screen shows the policies itself. */}
          {!isSigningUp && (
            <>
              <Link to={paths.terms}>{t('shell.terms')}</Link>
              <Link to={paths.privacy}>{t('shell.privacy')}</Link>
            </>
          )}
          <div className="footer__languages">
            {allLanguages
              .filter(other => other !== language)
              .map(other => (
                <Button
                  key={other}
                  kind="quiet"
                  className="footer__language"
                  lang={other}
                  onClick={() => changeLanguage(other)}
                >
                  {languages[other].name}
                </Button>
              ))}
          </div>
        </div>
      </Column>
    </footer>
  )
}
