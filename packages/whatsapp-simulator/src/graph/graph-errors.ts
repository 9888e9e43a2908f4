/**
 * HTTP status and title of the Cloud API's errors by code (Meta, "Cloud API error codes"). Clients branch on the code
 * only.
 */
const ERRORS: Record<number, { httpStatus: number; title: string }> = {
  4: { httpStatus: 429, title: 'API Too Many Calls' },
  100: { httpStatus: 400, title: 'Invalid parameter' },
  131000: { httpStatus: 500, title: 'Something went wrong' },
  131008: { httpStatus: 400, title: 'Required parameter is missing' },
  131009: { httpStatus: 400, title: 'Parameter value is not valid' },
  131016: { httpStatus: 503, title: 'Service unavailable' },
  131026: { httpStatus: 400, title: 'Message undeliverable' },
  131031: { httpStatus: 403, title: 'Account has been locked' },
  131042: { httpStatus: 400, title: 'Business eligibility payment issue' },
  131047: { httpStatus: 400, title: 'Re-engagement message' },
  131048: { httpStatus: 429, title: 'Spam rate limit hit' },
  131049: { httpStatus: 400, title: 'Meta chose not to deliver' },
  131051: { httpStatus: 400, title: 'Unsupported message type' },
  131052: { httpStatus: 400, title: 'Media download error' },
  131056: { httpStatus: 429, title: '(Business Account, Consumer Account) pair rate limit hit' },
  131057: { httpStatus: 500, title: 'Account in maintenance mode' },
  130429: { httpStatus: 429, title: 'Rate limit hit' },
  190: { httpStatus: 401, title: 'Access token has expired or is not valid' },
  368: { httpStatus: 403, title: 'Temporarily blocked for policies violations' },
  80007: { httpStatus: 429, title: 'Rate limit issues' },
};

/** An error of the Graph API, sent as its error body. */
export class GraphRefusal extends Error {
  override readonly name = 'GraphRefusal';
  readonly code: number;
  readonly httpStatus: number;
  readonly details: string;
  constructor(code: number, details: string) {
    super(`(#${code}) ${titleOf(code)}`);
    this.code = code;
    this.httpStatus = ERRORS[code]?.httpStatus ?? 400;
    this.details = details;
  }

  /** The body of an HTTP response. */
  body(traceId: string): object {
    const { message, code, details } = this;
    const type = code === 100 ? 'GraphMethodException' : 'OAuthException';
    const error = { message, type, code, error_data: { messaging_product: 'whatsapp', details }, fbtrace_id: traceId };
    return { error };
  }

  /** The error in a webhook's status. */
  inStatus(): object {
    return {
      code: this.code,
      title: titleOf(this.code),
      message: titleOf(this.code),
      error_data: { details: this.details },
    };
  }
}

const titleOf = (code: number) => ERRORS[code]?.title ?? 'Unknown error';
