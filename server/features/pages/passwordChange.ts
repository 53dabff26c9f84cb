import type { RequestHandler } from 'express'

export const CHANGE_PASSWORD = '/.well-known/change-password'

/** Where a password is changed, for managers of passwords (W3C, A Well-Known URL for Changing Passwords). */
export const leadToPasswordChange: RequestHandler = (_request, response) => response.redirect('/user/myinfo')
