import { useState } from 'react'
import { BlockedList } from '#client/features/blocking/BlockedList.tsx'
import { PasskeyList } from '#client/features/passkeys/PasskeyList.tsx'
import { offersPasskeys } from '#client/features/passkeys/passkeys.offer.ts'
import { expectArrival } from '#client/platform/browser/navigationFocus.ts'
import { t } from '#client/platform/language/language.ts'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import type { MyInfoView } from '#protocol/myInfo.ts'
import { AccountDeletion } from './AccountDeletion.tsx'
import { DataExport } from './DataExport.tsx'
import { EmailConfirmation } from './EmailConfirmation.tsx'
import { MyInfoForm } from './MyInfoForm.tsx'
import { PasswordStep } from './PasswordStep.tsx'
import { SessionList } from './SessionList.tsx'
import './myInfo.css'

/** One's own data, behind the password. */
export function MyInfoScreen() {
  const [info, setInfo] = useState<MyInfoView | null>(null)
  const [isProven, setProven] = useState(false)

  function enter(view: MyInfoView) {
    // What has been typed before the proof ran out stays.
    setInfo(current => current ?? view)
    turnTo(true)
  }

  /** What had the focus goes: its new heading takes it. */
  function turnTo(proven: boolean) {
    expectArrival()
    setProven(proven)
  }

  return (
    <div className="my-info">
      <ScreenTitle key={String(isProven)} title={t('myInfo.title')} />
      {!isProven && <PasswordStep isRepeated={info !== null} onProven={enter} />}
      {info && (
        <div className="my-info__parts" hidden={!isProven}>
          {info.mustConfirmEmail && <EmailConfirmation />}
          <MyInfoForm info={info} onProofGone={() => turnTo(false)} />
          {offersPasskeys() && (
            <PasskeyList mustConfirmEmail={info.mustConfirmEmail} onProofGone={() => turnTo(false)} />
          )}
          <SessionList />
          <BlockedList />
          <DataExport />
          <AccountDeletion />
        </div>
      )}
    </div>
  )
}
