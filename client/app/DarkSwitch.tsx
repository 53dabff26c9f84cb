import { useDarkMode } from '#client/platform/browser/theme.ts'
import { t } from '#client/platform/language/language.ts'
import { Switch } from '#client/ui/Switch.tsx'

/** Shows in one word what a press brings, and says to screen readers what is on or off. */
export function DarkSwitch() {
  const [dark, setDark] = useDarkMode()
  const label = (
    <>
      {dark ? t('shell.brighter') : t('shell.darker')}
      <span className="visually-hidden"> ({t('shell.darkMode')})</span>
    </>
  )
  return <Switch label={label} checked={dark} onChange={setDark} />
}
