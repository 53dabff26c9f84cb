import { useSetAtom } from 'jotai'
import { t, useLanguage } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Column } from '#client/ui/Column.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import { Logo } from './Logo.tsx'
import './Footer.css'

export function Footer() {
  const { language, chooseLanguage } = useLanguage()
  const showToast = useSetAtom(showToastAtom)
  const other = language === 'ko' ? 'en' : 'ko'

  function change() {
    chooseLanguage(other).catch(() => showToast({ text: t('shell.languageFailed') }))
  }

  return (
    <footer className="footer">
      <Column>
        <div className="footer__line">
          <Logo />
          <p>{t('shell.footer')}</p>
          <Button kind="quiet" className="footer__language" lang={other} onClick={change}>
            {t('shell.otherLanguage')}
          </Button>
        </div>
      </Column>
    </footer>
  )
}
