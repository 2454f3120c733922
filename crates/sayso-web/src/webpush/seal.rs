//! What only one browser can read (RFC 8291, in the coding of RFC 8188).

use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::error::Unspecified;
use ring::hkdf::{HKDF_SHA256, KeyType, Salt};
use ring::rand::{SecureRandom, SystemRandom};

use super::address::Address;

/// The size of a record: one is enough for everything we say.
const RECORD: u32 = 4_096;
/// What marks the last record.
const LAST: u8 = 2;

/// Encrypts what is said for the browser at this address.
pub(super) fn seal(said: &[u8], to: &Address) -> Result<Vec<u8>, Unspecified> {
    let random = SystemRandom::new();
    let own = EphemeralPrivateKey::generate(&ECDH_P256, &random)?;
    let own_public = own.compute_public_key()?;
    let own_public = own_public.as_ref().to_vec();
    let theirs = UnparsedPublicKey::new(&ECDH_P256, &to.public);
    let info = [b"WebPush: info\0", &to.public[..], &own_public[..]].concat();
    let shared = agree_ephemeral(own, &theirs, |secret| expand::<32>(&to.auth, secret, &info))??;
    let mut salt = [0; 16];
    random.fill(&mut salt)?;
    let key: [u8; 16] = expand(&salt, &shared, b"Content-Encoding: aes128gcm\0")?;
    let nonce: [u8; 12] = expand(&salt, &shared, b"Content-Encoding: nonce\0")?;

    let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key)?);
    let mut sealed = [said, &[LAST]].concat();
    let nonce = Nonce::assume_unique_for_key(nonce);
    key.seal_in_place_append_tag(nonce, Aad::empty(), &mut sealed)?;
    let length = u8::try_from(own_public.len()).map_err(|_| Unspecified)?;
    Ok([
        &salt[..],
        &RECORD.to_be_bytes(),
        &[length],
        &own_public,
        &sealed,
    ]
    .concat())
}

struct Bytes(usize);

impl KeyType for Bytes {
    fn len(&self) -> usize {
        self.0
    }
}

fn expand<const N: usize>(salt: &[u8], secret: &[u8], info: &[u8]) -> Result<[u8; N], Unspecified> {
    let mut out = [0; N];
    Salt::new(HKDF_SHA256, salt)
        .extract(secret)
        .expand(&[info], Bytes(N))?
        .fill(&mut out)?;
    Ok(out)
}
