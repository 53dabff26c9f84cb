import { accountInputs } from './validInputs/accounts.ts'
import { agoraInputs } from './validInputs/agora.ts'
import { noteInputs } from './validInputs/notes.ts'
import { roomInputs } from './validInputs/rooms.ts'
import type { Inputs } from './validInputs/shared.ts'

/**
 * A valid input for each call, with which it succeeds for every user with permission. It creates what the call uses
 * up; everything else belongs to the hub of the fixtures.
 */
export const validInputs: Inputs = { ...accountInputs, ...noteInputs, ...roomInputs, ...agoraInputs }
